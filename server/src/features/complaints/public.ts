export { complaintFigures, refreshComplaintFigures } from './figures.ts';
