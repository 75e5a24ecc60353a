import { LANGUAGE_NAME, LANGUAGE_TAG, type Language, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { fillIn } from '@wattle/contract/rules/wording.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { type Picture, pictureSource } from './pictures-part.tsx';
import type { BrandEdit, Theme } from './use-brand-edit.ts';
import './preview.css';

const PAGES = ['home', 'signIn', 'pay', 'mail'] as const;
type PageName = (typeof PAGES)[number];

/** Values of the texts that are shown; they belong to no one. */
const SAMPLE = { name: 'Amelia', amount: '$25.00' };

type PreviewProps = { readonly brand: string; readonly version: string; readonly edit: BrandEdit };

/**
 * Drawing of four pages with the colours, pictures and words of a version, and with changes that are not saved. It makes
 * no call of cardholders and has no session of one.
 */
export function PreviewPart({ brand, version, edit }: PreviewProps) {
  const t = useTexts('deskBrands');
  const [page, setPage] = useState<PageName>('home');
  const [theme, setTheme] = useState<Theme>('light');
  const [language, setLanguage] = useState<Language>(LANGUAGES[0]);
  const { rows: texts = [] } = useCommand('brand-preview', { brand, version });
  const { rows: pictures = [] } = useCommand('brand-pictures', { brand, version });
  const place = useRef<HTMLDivElement>(null);
  const tokens = edit.tokensOf(theme);
  useEffect(() => {
    // Set by script, because the policy of the desk takes no styles that are written into a page.
    for (const [name, value] of tokens) place.current?.style.setProperty(`--p-${name}`, value);
  });
  const name = textOf(edit.valueOf('name'));
  const phone = textOf(edit.valueOf('settings.SupportPhoneNumber'));
  const own = new Map(texts.map((row) => [`${row.language} ${row.key}`, row.text]));
  const words = (key: string) => {
    const changed = edit.changes[`texts.${language}.${key}`];
    const text = typeof changed === 'string' ? changed : (own.get(`${language} ${key}`) ?? '');
    return fillIn(text, { ...SAMPLE, brand: name, phone });
  };
  const pictureOf = (file: string) => {
    const found = pictures.find(({ picture }) => picture === file);
    return found && pictureSource(found);
  };
  const art = pictures.find(({ picture }) => /^cards\/.+\.svg$/.test(picture) && !picture.endsWith('/back.svg'));
  const shops = [t('preview.shop'), t('preview.ticket')];
  const parts = { words, name, pictureOf, art, isByEmail: edit.valueOf('settings.LoginMethodId') === 1, shops };
  const Shown = DRAWN[page];
  return (
    <section className="preview" aria-label={t('preview.title')}>
      <div className="chips preview__chips">
        {PAGES.map((one) => (
          <button key={one} type="button" aria-pressed={page === one} onClick={() => setPage(one)}>
            {t(`preview.${one}`)}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={theme === 'dark'}
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          {t('theme.dark')}
        </button>
        {LANGUAGES.map((one) => (
          <button
            key={one}
            type="button"
            lang={LANGUAGE_TAG[one]}
            aria-pressed={language === one}
            onClick={() => setLanguage(one)}
          >
            {LANGUAGE_NAME[one]}
          </button>
        ))}
      </div>
      <div ref={place} className="preview__phone" lang={LANGUAGE_TAG[language]} data-preview={`${page} ${theme}`}>
        <Shown {...parts} />
      </div>
      <p className="small quiet preview__note">{t('preview.note')}</p>
    </section>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Parts = {
  readonly words: (key: string) => string;
  readonly name: string;
  readonly pictureOf: (file: string) => string | undefined;
  readonly art: Picture | undefined;
  readonly isByEmail: boolean;
  /** Names of shops that are made up. */
  readonly shops: readonly string[];
};

function Head({ name, pictureOf, children }: Pick<Parts, 'name' | 'pictureOf'> & { readonly children?: ReactNode }) {
  const logo = pictureOf('logo-on-dark.svg');
  return (
    <div className="preview__hero">
      <p className="preview__brand">
        {logo === undefined ? null : <img src={logo} alt="" />}
        {name}
      </p>
      {children}
    </div>
  );
}

function Home(parts: Parts) {
  const { words, art, shops } = parts;
  const source = art && pictureSource(art);
  return (
    <>
      <Head {...parts}>
        <p>{words('cards:home.hello')}</p>
        <p className="preview__quiet">{words('cards:home.available')}</p>
        <p className="preview__balance figures">$412.80</p>
      </Head>
      <div className="preview__body preview__body--over">
        {source === undefined ? (
          <span className="preview__card" />
        ) : (
          <img className="preview__card" src={source} alt="" />
        )}
        <p className="preview__row">
          <span className="preview__act">{words('cards:home.pay')}</span>
          <span className="preview__soft">{words('cards:home.topUp')}</span>
          <span className="preview__soft">{words('cards:home.turnOff')}</span>
        </p>
        <p className="strong">{words('cards:home.transactions')}</p>
        <p className="preview__line">
          <span>{shops[0]}</span>
          <span className="figures">−$18.00</span>
        </p>
        <p className="preview__line">
          <span>{shops[1]}</span>
          <span className="figures">−$32.00</span>
        </p>
      </div>
    </>
  );
}

function SignIn(parts: Parts) {
  const { words, isByEmail } = parts;
  return (
    <>
      <Head {...parts}>
        <p className="preview__title">{words('access:promise.title')}</p>
        <p className="preview__quiet">{words('access:promise.text')}</p>
      </Head>
      <div className="preview__body">
        <p className="preview__title">{words('access:accountSignIn.title')}</p>
        <Box label={words(isByEmail ? 'access:username.email.label' : 'access:username.label')} />
        <Box label={words('access:password.label')} />
        <span className="preview__act">{words('access:accountSignIn.submit')}</span>
        <p className="preview__ink small">{words('access:lostOrStolen')}</p>
      </div>
    </>
  );
}

function Pay(parts: Parts) {
  const { words } = parts;
  return (
    <>
      <Head {...parts} />
      <div className="preview__body">
        <p className="preview__title">{words('transfers:title')}</p>
        <Box label={words('transfers:from')} value="•••• 0091" />
        <Box label={words('transfers:to')} value="Mia Chen" />
        <Box label={words('transfers:field.amount')} value="25.00" isFocused />
        <span className="preview__act">{words('transfers:continue')}</span>
      </div>
    </>
  );
}

function Mail({ words, name }: Parts) {
  return (
    <div className="preview__mail">
      <p className="preview__mail-head">{name}</p>
      <div className="preview__body">
        <p className="preview__title">{words('messages:alertMoneyIn.email.subject')}</p>
        {words('messages:alertMoneyIn.email.body')
          .split('\n\n')
          .map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
      </div>
    </div>
  );
}

type BoxProps = { readonly label: string; readonly value?: string; readonly isFocused?: boolean };

function Box({ label, value = '', isFocused = false }: BoxProps) {
  return (
    <p className="preview__field">
      <span className="small">{label}</span>
      <span className={isFocused ? 'preview__box preview__box--focus' : 'preview__box'}>{value}</span>
    </p>
  );
}

const DRAWN = { home: Home, signIn: SignIn, pay: Pay, mail: Mail } as const;
