export { addNote } from './note.store.ts';
export { NO_PERSON, objectOf } from './person.desk.ts';
export { findPerson } from './person.store.ts';
