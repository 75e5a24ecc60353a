export { downloadRoutes, giveTicket } from './ask-ticket.route.ts';
export { serveDocument } from './serve-document.ts';
