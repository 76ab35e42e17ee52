"""What a chat is: plain values and rules that import none of our other folders."""
