/** Product in the field of 256 elements of QR codes (x^8 + x^4 + x^3 + x^2 + 1). */
export function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The codewords of correction of a block: what is left when it is divided by the generator of that degree. */
export function correctionOf(data: readonly number[], degree: number): number[] {
  const generator = generatorOf(degree);
  const rest = Array<number>(degree).fill(0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of generator.entries()) rest[at] = (rest[at] ?? 0) ^ multiply(coefficient, factor);
  }
  return rest;
}

/** Coefficients of (x - 1)(x - 2)(x - 4)…, without the first, which is 1. */
function generatorOf(degree: number): number[] {
  const result = Array<number>(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let count = 0; count < degree; count += 1) {
    for (let at = 0; at < degree; at += 1) {
      result[at] = multiply(result[at] ?? 0, root) ^ (at + 1 < degree ? (result[at + 1] ?? 0) : 0);
    }
    root = multiply(root, 2);
  }
  return result;
}
