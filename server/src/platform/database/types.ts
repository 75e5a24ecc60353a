import pg from 'pg';

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;
const INT8_ARRAY = 1016;

/** Numbers of an array, `{1,2}`; null if one is missing. */
function bigintsOf(value: string): (bigint | null)[] {
  const numbers = value.slice(1, -1);
  return numbers === '' ? [] : numbers.split(',').map((one) => (one === 'NULL' ? null : BigInt(one)));
}

/** Readers of values, as `Tx` promises them. */
export const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return (value: string) => BigInt(value);
    if (oid === INT8_ARRAY) return bigintsOf;
    if (oid === TIMESTAMPTZ || oid === DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid, format);
  },
};
