/**
 * An email address: word characters, hyphen and apostrophe, with single dots between them, then @, then a domain-like
 * part. A plus sign is taken besides, because people have such addresses
 * (docs/decisions/0153-email-addresses-with-a-plus-sign.md). No server takes a dot at an edge, or two in a row.
 */
export const EMAIL_ADDRESS =
  /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\.)+[A-Za-z][A-Za-z\d-]*[A-Za-z\d]$/;
