export { checkPeople, importPeople, PeopleFileError } from './import-people.ts';
export { openAccountOfNobody } from './open-account.ts';
