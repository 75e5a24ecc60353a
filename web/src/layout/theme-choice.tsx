import { chooseTheme, type Theme, THEMES, useTheme } from '../browser/theme.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Segmented } from '../ui/fields/segmented.tsx';

/** Light, dark or as the device is set; kept on this device. */
export function ThemeChoice() {
  const t = useTexts('common');
  return (
    <Segmented<Theme>
      label={t('theme.title')}
      options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
      value={useTheme()}
      onChange={chooseTheme}
    />
  );
}
