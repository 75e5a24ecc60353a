import * as z from 'zod/mini';
import { LANGUAGES } from '../rules/languages.ts';

/** Names a reset: of the mailed link, or as `RequestResetPassword` answers it. */
export const resetToken = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'required'));

export const securityAnswer = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'required'));

/** 8 characters that support gives; spaces and hyphens are tolerated. */
export const backupToken = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(40, 'required'));

/** The language that a question is asked in. */
export const askedIn = z.optional(z.enum(LANGUAGES, 'required'));

/** The page that a reset goes on with, by its route name. */
export const resetPage = z.enum(['reset', 'cardIdentityAuth']);

/** The security questions of the programme, by number. */
export const SECURITY_QUESTIONS = [1, 2, 3, 4, 5, 6] as const;
export const securityQuestion = z.literal(SECURITY_QUESTIONS, 'required');
