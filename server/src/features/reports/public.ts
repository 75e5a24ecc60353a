export { readDatabase } from './report.desk.ts';
export { FORMAT_NAMES, FORMATS, writeReport } from './write-report.ts';
