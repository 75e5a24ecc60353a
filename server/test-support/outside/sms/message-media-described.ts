import type { Described } from './described.ts';

/**
 * Written from messagemedia/sinchengage-developer, docs/api/messages/send-messages.md and
 * docs/api/delivery-reports/index.md as of 18 August 2026.
 */
export const sendMessages: Described = {
  type: 'object',
  required: ['messages'],
  properties: {
    messages: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        required: ['content', 'destination_number'],
        properties: {
          content: { type: 'string', minLength: 1, maxLength: 5000 },
          destination_number: { type: 'string', minLength: 1, maxLength: 15 },
          format: { enum: ['SMS', 'TTS', 'MMS'] },
          source_number: { type: 'string' },
          source_number_type: { enum: ['INTERNATIONAL', 'ALPHANUMERIC', 'SHORTCODE'] },
          delivery_report: { type: 'boolean' },
          callback_url: { type: 'string', pattern: '^https?://' },
          message_expiry_timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z$' },
          // Up to 10 of any name, each value of up to 256 characters.
          metadata: {
            type: 'object',
            properties: { message: { type: 'string', maxLength: 256 }, proof: { type: 'string', maxLength: 256 } },
          },
        },
      },
    },
  },
};

/** Written from docs/api/messaging-reports/post-detail-report.md of the same date. */
export const detailReport: Described = {
  type: 'object',
  required: ['start_date', 'end_date'],
  properties: {
    start_date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z$' },
    end_date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,12}Z$' },
    direction: { enum: ['inbound', 'outbound', 'all'] },
    metadata_key: { type: 'string' },
    metadata_value: { type: 'string' },
    page_size: { type: 'integer', minimum: 1, maximum: 100 },
  },
};
