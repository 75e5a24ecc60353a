/** Identity questions of the demo's card that asks for them, as a programme gives them with a card. */
export const QUESTIONS = [
  {
    question: {
      enAU: 'Which suburb did you live in when the card was ordered?',
      zhCN: '订购此卡时您住在哪个区？',
    },
    choices: ['Cottesloe', 'Fremantle', 'Midland', 'Subiaco'],
    answer: 'Fremantle',
  },
  {
    question: {
      enAU: "What is the name of the card's first merchant?",
      zhCN: '此卡第一笔消费的商户叫什么？',
    },
    choices: null,
    answer: 'Corner Cafe',
  },
] as const;
