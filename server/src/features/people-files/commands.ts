import { addPeopleCommand, dropPeopleFile } from './add-people.desk.ts';
import { correctPeopleRow, keepPeopleRow } from './correct-row.desk.ts';
import { peopleFileCommand, peopleFileRowsCommand, peopleFilesCommand } from './people-files.desk.ts';
import { peopleFileResults } from './results.desk.ts';
import { sendPeopleFile } from './send-people-file.desk.ts';

/** Commands of the desk about files of people and cards. */
export const peopleFileCommands = [
  sendPeopleFile,
  peopleFilesCommand,
  peopleFileCommand,
  peopleFileRowsCommand,
  correctPeopleRow,
  keepPeopleRow,
  addPeopleCommand,
  dropPeopleFile,
  peopleFileResults,
] as const;
