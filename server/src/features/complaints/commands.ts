import {
  acknowledgeComplaintCommand,
  answerComplaintCommand,
  closeComplaintCommand,
  complaintAtAfcaCommand,
  delayComplaintCommand,
  reopenComplaintCommand,
  writeToComplainantCommand,
} from './act-on-complaint.desk.ts';
import {
  complaintCommand,
  complaintCourseCommand,
  complaintFileCommand,
  complaintsCommand,
} from './complaints.desk.ts';
import { complaintFiguresCommand, complaintReportCommand } from './report.desk.ts';
import {
  assignComplaintCommand,
  linkRemedyCommand,
  nameInComplaintCommand,
  noteComplaintCommand,
  openComplaintCommand,
} from './keep-complaint.desk.ts';

/** Commands of the desk about complaints. */
export const complaintCommands = [
  complaintsCommand,
  complaintCommand,
  complaintCourseCommand,
  complaintFileCommand,
  complaintFiguresCommand,
  complaintReportCommand,
  openComplaintCommand,
  acknowledgeComplaintCommand,
  writeToComplainantCommand,
  noteComplaintCommand,
  assignComplaintCommand,
  nameInComplaintCommand,
  delayComplaintCommand,
  linkRemedyCommand,
  answerComplaintCommand,
  closeComplaintCommand,
  complaintAtAfcaCommand,
  reopenComplaintCommand,
] as const;
