import { escapeHtml } from '../../http/html.ts';

export type Letterhead = {
  readonly brand: string;
  /** Language tag of the page: `en-AU`. */
  readonly lang: string;
  /** The brand's own colour, `#` and hexadecimal digits. */
  readonly colour: string | undefined;
  /** Name of the card art that goes along with the mail; absent: the card is drawn in the brand's colour. */
  readonly picture?: string | undefined;
};

/** A gift as its mail shows it. All of it is plain text, and what people wrote is hostile. */
export type GiftLetter = {
  readonly subject: string;
  /** Paragraphs of the body; one of them is only the link. */
  readonly paragraphs: readonly string[];
  readonly foot: string;
  readonly link: string;
  /** Label of the button. */
  readonly open: string;
  readonly product: string;
  readonly amount: string;
  /** The sender's words in quotes; empty: none. */
  readonly quote: string;
  readonly sender: string;
};

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,'PingFang SC','Noto Sans SC',sans-serif";
const DARK = '#151a19';

/**
 * HTML of a gift's mail: tables and inline styles, which every mail program takes, and nothing remote, because loading it
 * would reveal when and where the mail was read. The card's art goes along with the mail; a brand without one in this form
 * has the card drawn in its colour.
 */
export function toGiftHtml(letter: GiftLetter, { brand, lang, colour, picture }: Letterhead): string {
  const hero = colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#222222';
  const on = isDark(hero) ? '#ffffff' : DARK;
  const words = letter.paragraphs.filter((text) => text !== letter.quote && text !== letter.link);
  const text = (style: string, content: string) =>
    `<tr><td style="${FONT};padding:16px 32px 0;font-size:16px;line-height:24px;color:${DARK};${style}">${content}</td></tr>`;
  const before = words.slice(0, positionOfLink(letter));
  const after = words.slice(before.length);
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(letter.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f5f6f0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f5f6f0"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:600px;background:#ffffff">
<tr><td style="${FONT};padding:20px 32px;font-size:16px;font-weight:600;color:${DARK}">${escapeHtml(brand)}</td></tr>
<tr><td bgcolor="${hero}" align="center" style="background:${hero};padding:32px 24px">
${picture === undefined ? cardTable(letter, brand, { hero, on }) : pictureTable(letter, picture, on)}
${quoteTable(letter, on)}</td></tr>
<tr><td style="${FONT};padding:32px 32px 0;color:${DARK}"><h1 style="margin:0;font-size:26px;line-height:34px;font-weight:600">${escapeHtml(letter.subject)}</h1></td></tr>
${before.map((one) => text('', lines(one))).join('\n')}
<tr><td style="padding:24px 32px 8px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${hero}" style="background:${hero};border-radius:26px"><a href="${escapeHtml(letter.link)}" style="${FONT};display:inline-block;padding:14px 32px;font-size:16px;line-height:24px;font-weight:600;color:${on};text-decoration:none">${escapeHtml(letter.open)}</a></td></tr></table></td></tr>
<tr><td style="${FONT};padding:0 32px;font-size:13px;line-height:20px;color:#47504e;word-break:break-all">${escapeHtml(letter.link)}</td></tr>
${after.map((one) => text('', lines(one))).join('\n')}
<tr><td style="${FONT};padding:24px 32px 32px;font-size:14px;line-height:21px;color:#47504e">${escapeHtml(letter.foot)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** Number of paragraphs before the link, besides the quote. */
function positionOfLink({ paragraphs, link, quote }: GiftLetter): number {
  const at = paragraphs.indexOf(link);
  return paragraphs.slice(0, at === -1 ? paragraphs.length : at).filter((text) => text !== quote).length;
}

type Colours = { readonly hero: string; readonly on: string };

function cardTable({ product, amount }: GiftLetter, brand: string, { hero, on }: Colours): string {
  return `<table role="presentation" width="400" cellpadding="0" cellspacing="0" border="0" bgcolor="${hero}" style="width:100%;max-width:400px;background:${hero};border:1px solid ${on};border-radius:20px">
<tr><td style="${FONT};padding:20px 24px 0;font-size:16px;line-height:22px;font-weight:600;color:${on}">${escapeHtml(brand)}<br><span style="font-size:14px;font-weight:400">${escapeHtml(product)}</span></td></tr>
<tr><td style="${FONT};padding:72px 24px 20px;font-size:38px;line-height:44px;font-weight:600;color:${on}">${escapeHtml(amount)}</td></tr>
</table>`;
}

/** The art of the card, and below it the same as text, for people who block pictures. */
function pictureTable({ product, amount }: GiftLetter, picture: string, on: string): string {
  return `<table role="presentation" width="400" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:400px">
<tr><td><img src="cid:${escapeHtml(picture)}" width="400" alt="" style="display:block;width:100%;max-width:400px;height:auto;border:0;border-radius:20px"></td></tr>
<tr><td align="center" style="${FONT};padding:20px 0 0;color:${on}"><span style="font-size:38px;line-height:44px;font-weight:600">${escapeHtml(amount)}</span><br><span style="font-size:14px;line-height:21px">${escapeHtml(product)}</span></td></tr>
</table>`;
}

function quoteTable({ quote, sender }: GiftLetter, on: string): string {
  if (quote === '') return '';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="${FONT};padding:24px 0 0;font-size:18px;line-height:27px;color:${on}">${lines(quote)}<br><span style="font-size:15px">${escapeHtml(sender)}</span></td></tr></table>`;
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

/** Whether white is read on a colour, by its relative luminance (WCAG 2.2). */
function isDark(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 4.5;
}
