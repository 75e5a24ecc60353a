/** Fault of a picture for mails: `key` names what is wrong. */
type Finding = { readonly key: string; readonly reason: string };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Sides of a card, ISO/IEC 7810 ID-1: 85.60 by 53.98 mm. */
const CARD_RATIO = 85.6 / 53.98;
const RATIO_TOLERANCE = 0.02;
const LEAST_WIDTH = 640;
const MOST_WIDTH = 1600;

/** Checks the picture of a card that mails show: a PNG in the proportions of a card. Mail programs show no SVG. */
export function findInMailPicture(body: Buffer): Finding[] {
  // The first chunk of a PNG is its header, with width and height as its first numbers.
  const isPng = body.length > 24 && body.subarray(0, 8).equals(SIGNATURE) && body.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) return [{ key: '', reason: 'must be a PNG picture' }];
  const [width, height] = [body.readUInt32BE(16), body.readUInt32BE(20)];
  const findings: Finding[] = [];
  if (width < LEAST_WIDTH || width > MOST_WIDTH)
    findings.push({ key: 'width', reason: `is ${width} pixels, ${LEAST_WIDTH} to ${MOST_WIDTH} are allowed` });
  if (Math.abs(width / height / CARD_RATIO - 1) > RATIO_TOLERANCE)
    findings.push({ key: 'height', reason: `is ${height} pixels, a card is ${Math.round(width / CARD_RATIO)} high` });
  return findings;
}
