/** The file names of the pictures that scripts/sample-board.ts drew. */
export const SAMPLE_BOARD_PICTURES = {
  valley: 'a9a67340751259b499dcacef57de1c2226ef27b5c103cd78cd78b3816b51df44.png',
  train: '4f3e8bd9215a93ba4722a3bed89e51bb96bb161bf16af24b5630568cc262cffb.png',
  ticket: '5204a83e163e3c3a1bbbd2ca133f694c7272408cc5c4b381ceab94521e6ed9bd.png',
  crossing: 'da2a461bb4c9735cce48718f31bd3d5e7e1100fcd005044309ac1427064c6405.png',
  dawn: '8a2de2ed925530b5625aca1213ecabae62fafa4dbe7248472209836daca0cd0a.png',
} as const;
