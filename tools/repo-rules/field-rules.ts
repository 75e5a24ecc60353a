import { walk } from './syntax.ts';
import { isTest, type Rule } from './tree.ts';

type Node = { readonly type: string; readonly [key: string]: unknown };

/** The components that draw a text control, each tested with every kind of typed text (web/src/ui/fields/fields.screen.test.tsx). */
export const FIELD_FILES: readonly string[] = [
  'amount-field',
  'code-field',
  'field',
  'list-input',
  'number-field',
  'part-input',
  'search-field',
  'text-area',
].map((name) => `web/src/ui/fields/${name}.tsx`);

/** Kinds of input that hold no text. */
const WITHOUT_TEXT = ['color', 'checkbox', 'radio', 'hidden', 'file', 'submit', 'button'];

function valueOf(attributes: readonly Node[], name: string): string | undefined {
  const found = attributes.find((each) => (each['name'] as Node | undefined)?.['value'] === name);
  const value = found?.['value'] as Node | null | undefined;
  return value?.type === 'StringLiteral' ? String(value['value']) : found && '';
}

/** A text that is cut by its field is lost unseen, and a native date has the order of the browser's language. */
export const textFieldsAreShared: Rule = {
  name: 'text is typed into the fields of web/src/ui, which cut nothing: no maxLength, no native date',
  find: (tree) =>
    tree.paths
      .filter((path) => /^(web|desk-web)\/src\//.test(path) && path.endsWith('.tsx') && !isTest(path))
      .flatMap((path) => {
        const found: string[] = [];
        walk(path, tree.text(path), (node) => {
          if (node.type !== 'JSXOpeningElement') return;
          const tag = String((node['name'] as Node)['value']);
          const attributes = (node['attributes'] as readonly Node[]).filter(({ type }) => type === 'JSXAttribute');
          const type = valueOf(attributes, 'type');
          if (valueOf(attributes, 'maxLength') !== undefined) found.push(`${path}: maxLength of ${tag}`);
          if (type !== undefined && /^(date|datetime-local|month|time|week|number)$/.test(type)) {
            found.push(`${path}: ${tag} of the type ${type}`);
          }
          // Nothing is typed into one that is only read.
          if (attributes.some((attribute) => (attribute['name'] as Node)['value'] === 'readOnly')) return;
          const isText = tag === 'textarea' || (tag === 'input' && !WITHOUT_TEXT.includes(type ?? 'text'));
          if (isText && !FIELD_FILES.includes(path)) found.push(`${path}: a ${tag} of its own`);
        });
        return found;
      }),
};
