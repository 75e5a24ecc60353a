export { type ComplaintSearch, type FoundComplaint, searchComplaints } from './complaint-search.store.ts';
export { complaintFigures, refreshComplaintFigures } from './figures.ts';
