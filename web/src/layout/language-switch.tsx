import './tool.css';
import { switchLanguage } from '../i18n/i18n.ts';
import { LANGUAGE_NAME, LANGUAGE_TAG, LANGUAGES, type Language } from '@wattle/contract/rules/languages.ts';
import { useLanguage, useTexts } from '../i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';

const pick = (language: Language) => void switchLanguage(language, { remember: true });

/** The other language, under its own name. */
export function LanguageTool() {
  const current = useLanguage();
  const other = LANGUAGES.find((language) => language !== current) ?? current;
  return (
    <button type="button" className="tool" lang={LANGUAGE_TAG[other]} onClick={() => pick(other)}>
      <Icon name="globe" size="s" />
      <span className="tool__text">{LANGUAGE_NAME[other]}</span>
    </button>
  );
}

/** Both languages side by side, where there is room. */
export function LanguageChoice() {
  const t = useTexts('common');
  return (
    <Segmented
      label={t('language')}
      options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAME[value], lang: LANGUAGE_TAG[value] }))}
      value={useLanguage()}
      onChange={pick}
    />
  );
}
