import { TextArea } from '@wattle/web/ui/fields/text-area.tsx';

type ReasonFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
};

/** Words that are kept with a request: the reason of the request or of the decision. */
export function ReasonField(props: ReasonFieldProps) {
  return <TextArea {...props} name="reason" rows={2} autoComplete="off" />;
}
