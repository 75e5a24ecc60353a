export { downloadRoutes } from './ask-ticket.route.ts';
export { serveDocument } from './serve-document.ts';
