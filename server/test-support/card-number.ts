/** Digits with the check digit after Luhn. */
export function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** First 6 and last 4 in groups of 4. */
export function mask(pan: string): string {
  const shown = pan.slice(0, 6) + '•'.repeat(pan.length - 10) + pan.slice(-4);
  return shown.match(/.{1,4}/g)?.join(' ') ?? shown;
}
