"""How bytes get out of this computer: the only folder that speaks HTTP."""
