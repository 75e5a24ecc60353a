export { checkPeople, importPeople, PeopleFileError } from './import-people.ts';
