export { checkPeople, type CodeWays, importPeople, PeopleFileError, planCodes } from './import-people.ts';
export { openAccountOfNobody } from './open-account.ts';
