import type { ReactNode } from 'react';
import { useBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import type { SlipRow } from '../ui/pages/slip.tsx';
import { Track } from '../ui/charts/track.tsx';
import { OutcomePage } from './outcome-page.tsx';

type NotSentProps = {
  readonly title: string;
  readonly reason: string;
  /** Further words that help. */
  readonly help?: string;
  /** Unchanged by the attempt: `No money has left your account.` */
  readonly unchanged: string;
  readonly ways: ReactNode;
};

/** The server said no: why, and the ways on. Uses the texts of `outcomes`. */
export function NotSent({ title, reason, help, unchanged, ways }: NotSentProps) {
  const t = useTexts('outcomes');
  return (
    <OutcomePage
      state="notSent"
      title={title}
      lead={
        <>
          <p>
            <b>{reason}</b>
          </p>
          {help ? <p>{help}</p> : null}
          <p>{unchanged}</p>
          <Call words={t('notSent.call')} />
        </>
      }
      ways={ways}
    />
  );
}

type UnsureProps = {
  readonly title: string;
  /** The same as of `OutcomePage`. */
  readonly pageTitle?: string;
  readonly lead: ReactNode;
  /** Label of the button that was pressed; undefined: no longer known. */
  readonly action: string | undefined;
  /** Label of the button that sends the same again. */
  readonly again: string;
  readonly isSending: boolean;
  readonly onAgain: () => void;
  /** Buttons below the one that sends it again. */
  readonly ways: ReactNode;
  readonly rows: readonly SlipRow[];
};

/** No answer came: it may have been done, and can be sent again safely. Uses the texts of `outcomes`. */
export function Unsure({ title, pageTitle = title, lead, action, again, isSending, onAgain, ways, rows }: UnsureProps) {
  const t = useTexts('outcomes');
  return (
    <OutcomePage
      state="unsure"
      title={title}
      pageTitle={pageTitle}
      lead={lead}
      content={
        <Track
          label={pageTitle}
          steps={[
            ...(action === undefined ? [] : [{ title: t('unsure.pressed', { action }), is: 'done' as const }]),
            { title: t('unsure.noReply'), text: t('unsure.maybe'), is: 'ask' },
          ]}
        />
      }
      ways={
        <>
          <Button wide busy={isSending} onClick={onAgain}>
            {again}
          </Button>
          {ways}
        </>
      }
      slip={{ rows }}
    >
      <Call words={t('unsure.call')} />
    </OutcomePage>
  );
}

function Call({ words }: { readonly words: string }) {
  const { SupportPhoneNumber: phone } = useBrand();
  return (
    <p>
      {words}{' '}
      <a className="figures" href={`tel:${phone.replace(/\s/g, '')}`}>
        {phone}
      </a>
    </p>
  );
}
