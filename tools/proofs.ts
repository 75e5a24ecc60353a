import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROOF_TABLE, proofTable } from './repo-rules/proof-table.ts';
import { readTree } from './repo-rules/tree.ts';
import { readWire } from './repo-rules/wire.ts';
import { ROOT } from './steps.ts';

/** `npm run proofs`: writes the table of what each call proves, from the contract. */
const { operations } = await readWire(ROOT, readTree(ROOT));
writeFileSync(path.join(ROOT, PROOF_TABLE), proofTable(operations));
console.log(`${PROOF_TABLE}: ${operations.length} calls`);
