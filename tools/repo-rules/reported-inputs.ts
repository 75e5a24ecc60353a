import { isTest, type Rule } from './tree.ts';

/**
 * Ids of inputs that were reported of this product or of others: small texts, messages and places to click, each with
 * what is right. The name of a test that proves one carries its id in brackets: "[8-c]".
 */
export const REPORTED_INPUTS: readonly string[] = [
  '1-a',
  '1-b',
  '2-a',
  '2-c',
  '3-a',
  '3-b',
  '3-c',
  '3-e',
  '3-g',
  '3-h',
  '4-a',
  '4-d',
  '5-a',
  '6-a',
  '7-a',
  '8-a',
  '8-c',
  '8-e',
  '9-a',
  '9-b',
  '10-a',
  '10-b',
  '11-a',
  '12-a',
  '12-c',
  '13-a',
  '14-a',
  '14-c',
  '15-a',
  '15-b',
  '16-a',
  '16-b',
  '17-a',
  '17-b',
  '18-a',
  '19-a',
  '19-b',
  '19-c',
  '20-a',
  '21-a',
  '21-b',
  '22-a',
  '22-c',
  '23-a',
  '24-a',
  '25-a',
  '26-a',
  '26-c',
  '27-a',
  '28-a',
  '29-a',
  '30-a',
  '4-B10',
  '4-B10-s1',
  '4-8-d',
  '4-B1',
  '4-B1-s1',
  '4-B1-s2',
  '4-B2',
  '4-B2-s1',
  '4-B3',
  '4-B3-s1',
  '4-B5',
  '4-B31',
  '4-B31-s1',
  '4-5-c',
  'X1-a',
  'X2-a',
];

const isNamedIn = (id: string) => (text: string) => text.includes(`[${id}]`);

/** Rule over these ids; none may lose its last test. */
export const reportedInputsAreTested = (ids: readonly string[] = REPORTED_INPUTS): Rule => ({
  name: 'every reported input has a test that carries its id in brackets',
  find(tree) {
    const tests = tree.paths
      .filter((path) => isTest(path) && !path.startsWith('tools/repo-rules/'))
      .map((path) => tree.text(path));
    return ids.filter((id) => !tests.some(isNamedIn(id))).map((id) => `no test is named [${id}]`);
  },
});
