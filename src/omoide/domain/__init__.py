"""What a memory is: values and formulas. Standard library and NumPy only; no input, output, clock or chance."""
