/**
 * A call that sends a file: its body is the bytes, and the other fields are in a header, as JSON that is encoded like a
 * part of an address. An address would be kept by every proxy, and base64 is a third larger.
 */
export const BYTES_TYPE = 'application/octet-stream';
export const FIELDS_HEADER = 'Wattle-Fields';

/** The field of the schema that is the body itself. */
export const BYTES_FIELD = 'Content';
