"""The parts that tests share: a scripted server, a driven desktop, guards and loops."""
