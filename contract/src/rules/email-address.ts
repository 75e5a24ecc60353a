/**
 * An email address: word characters, hyphen, apostrophe or dot, then @, then a domain-like part. A plus sign is taken
 * besides, because people have such addresses (docs/decisions/0153-email-addresses-with-a-plus-sign.md).
 */
export const EMAIL_ADDRESS = /^[\w'.+-]+@(?:[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\.)+[A-Za-z][A-Za-z\d-]*[A-Za-z\d]$/;
