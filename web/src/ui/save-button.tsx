import './save-button.css';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Stroke } from './charts/stroke.tsx';

const SAVE = 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 16v2.5a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2V16';

/** Icon for saving a file. */
export function SaveShape() {
  return <Stroke shape={SAVE} size="s" />;
}

type SaveButtonProps = {
  readonly label: string;
  /** Name of the thing that is saved, for screen readers, where several are listed. */
  readonly name?: string | undefined;
  /** An arrow into a tray unless given. */
  readonly picture?: ReactNode;
  /** True while it is generated, when other actions are disabled. */
  readonly isBusy: boolean;
  /** Progress, announced when it changes. */
  readonly note: string;
  /** Reason of a failure. */
  readonly problem: string;
  readonly onPress: () => void;
};

/** Button that saves a file, with its progress beside it. */
export function SaveButton({ label, name, picture = <SaveShape />, isBusy, note, problem, onPress }: SaveButtonProps) {
  return (
    <>
      <Button tone="tonal" small busy={isBusy} onClick={onPress}>
        {picture}
        {label}
        {name === undefined ? null : <span className="visually-hidden"> {name}</span>}
      </Button>
      <p className="save-note" role="status">
        {note}
      </p>
      {problem === '' ? null : (
        <p className="save-note save-note--problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
