import { AccountsPart } from './accounts-part.tsx';
import { AccessPart, DocumentsPart, MessagesPart, NotesPart } from './lists-part.tsx';
import { PersonTimeline } from './person-timeline.tsx';
import type { Part } from './use-person.ts';

/** The chosen tab of a person. */
export function PersonPart({ part, person }: { readonly part: Part; readonly person: string }) {
  switch (part) {
    case 'timeline':
      return <PersonTimeline person={person} />;
    case 'accounts':
      return <AccountsPart person={person} />;
    case 'payments':
      return <PersonTimeline person={person} only="money" />;
    case 'messages':
      return <MessagesPart person={person} />;
    case 'access':
      return <AccessPart person={person} />;
    case 'documents':
      return <DocumentsPart person={person} />;
    case 'notes':
      return <NotesPart person={person} />;
  }
}
