import { test } from 'vitest';
import { compareWithModel, MODEL_MS } from '../../test-support/model-sequences.ts';

test(
  'agrees with the model over random sequences of commands, and verify finds nothing',
  async () => {
    await compareWithModel(20_261_121);
  },
  MODEL_MS,
);
