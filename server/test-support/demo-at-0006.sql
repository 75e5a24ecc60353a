-- The demo programme, reduced to one person, as the release of migration 0006 wrote it: a history, holds
-- that are open, captured, reduced and let go, a session, sealed lines of the audit log.
INSERT INTO tenant (id, name, created_at, features) OVERRIDING SYSTEM VALUE VALUES
(1, 'Harbour Mutual', '2026-11-21 00:42:13.673828+00', '{}');
INSERT INTO brand (id, tenant_id, identifier, name, settings, texts, updated_at) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 'wattle', 'Harbour Mutual', '{"FaqUrl": null, "FsgUrl": "https://harbourmutual.example/financial-services-guide", "PDSText": null, "ShowFAQ": true, "BrandUrl": "https://harbourmutual.example", "Features": {"bpay": true, "store": true, "topUp": true, "alerts": true, "passkeys": true, "transfers": true, "statements": true, "returnFunds": true, "externalTransfers": true, "scheduledPayments": true}, "TermsUrl": "https://harbourmutual.example/terms", "TimeZone": "Australia/Melbourne", "CompanyUrl": "https://harbourmutual.example", "DateFormat": "dd/MM/yy", "PrivacyUrl": null, "RemberMeDays": 30, "CustomLinkUrl": null, "LoginMethodId": 1, "ShowAboutLink": false, "DefaultCountry": "AU", "ShowSignupLink": true, "CustomLinkText1": null, "CustomLinkText2": null, "AllowEditAddress": true, "IssuerPrivacyUrl": null, "LinkExistingCard": true, "ShowCustomLinkUrl": false, "CardIdHelpInfoText": null, "SupportPhoneNumber": "1300 555 010", "CardIdHelpInfoImage": null, "AllowEditPhoneNumber": true, "ShowActivateCardLink": true, "AllowEditEmailAddress": true, "InstitutionIdentifier": "harbour-mutual", "ProductInformationUrl": null, "MaximumCardPurchaseNum": 5, "DefaultMaskedCardNumber": "9036 00•• •••• 0017", "DirectDebitAgreementUrl": null, "OverrideLostOrStolenText": null, "ReloadableCardMinimumAge": 16, "AllowGetCardAccessDetails": true, "ActivationCodeHelpInfoText": "The 6 digits in the letter that came with your card.", "UseCardIdForCardholderAccess": false, "AllowEditUsernameAndSecurityQuestion": true}', '{"enAU": {"cards:home.helloCard": "Hello"}, "zhCN": {"cards:home.helloCard": "您好"}}', '2026-11-21 00:42:13.667+00');
INSERT INTO system_notification (id, tenant_id, brand_id, level, texts, starts_at, ends_at, updated_at) OVERRIDING SYSTEM VALUE VALUES
('ea63b7cb-abe6-41f7-a94e-72dded44821b', 1, 1, 'info', '{"enAU": {"Body": "Payments you make then are sent at 3 am, Sydney time.", "Title": "BPAY stops on Sunday, 1 to 3 am."}, "zhCN": {"Body": "期间提交的付款会在 3 点（悉尼时间）后发出。", "Title": "BPAY 将于星期日凌晨 1 点至 3 点暂停。"}}', '2026-11-21 00:42:14.093+00', '2026-12-21 00:42:14.093+00', '2026-11-21 00:42:14.093+00');
INSERT INTO ledger_account (id, tenant_id, kind, currency, balance, held, floor, version, is_below_floor) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 'cardholder', 'AUD', 355184, 6540, 0, 17, 'false'),
(2, 1, 'bank', 'AUD', -402153, 0, NULL, 4, 'false'),
(3, 1, 'schemeSettlement', 'AUD', 47312, 0, NULL, 12, 'false'),
(4, 1, 'interest', 'AUD', -343, 0, NULL, 1, 'false');
INSERT INTO transfer (id, effective_at, posted_at, tenant_id, code, forced, request_hash, key) OVERRIDING SYSTEM VALUE VALUES
(1, '2025-05-20 23:00:00+00', '2025-05-20 23:00:00+00', 1, 12, 'false', E'\\x0dc2b2698a59471cb660bc069594e586', 'demo:200100017:0'),
(2, '2025-05-21 23:00:00+00', '2025-05-21 23:00:00+00', 1, 6, 'false', E'\\x298206131d8373a7aad970224142e072', 'demo:200100017:1'),
(3, '2025-05-22 20:10:00+00', '2025-05-22 20:10:00+00', 1, 8, 'false', E'\\x7ce8fed11abd0fda0b47cfedd0ee15ac', 'demo:200100017:2'),
(4, '2025-05-23 02:59:00+00', '2025-05-23 02:59:00+00', 1, 1, 'false', E'\\x492fc9d5099393c85991d583c19f9e5c', 'demo:200100017:3'),
(5, '2025-05-24 00:02:00+00', '2025-05-24 00:02:00+00', 1, 1, 'false', E'\\xd6a5c8d15da7d060068061cc38200282', 'demo:200100017:4'),
(6, '2025-05-25 22:34:00+00', '2025-05-25 22:34:00+00', 1, 1, 'false', E'\\xbdf8b7e41ff1b20fc7a8db1b2ff09101', 'demo:200100017:5'),
(7, '2025-05-26 01:20:00+00', '2025-05-26 01:20:00+00', 1, 2, 'false', E'\\xa3e784c559eec8e44e01a5eb3b933129', 'demo:200100017:6'),
(8, '2025-05-28 08:20:00+00', '2025-05-28 08:20:00+00', 1, 5, 'false', E'\\xee6f75d7729b82fc0deda1b5256cf479', 'demo:200100017:7'),
(9, '2025-05-31 00:24:00+00', '2025-05-31 00:24:00+00', 1, 1, 'false', E'\\x47418fec183d0d552660bff30d6060d2', 'demo:200100017:8'),
(10, '2025-05-31 02:24:00+00', '2025-05-31 02:24:00+00', 1, 1, 'false', E'\\xf4d17d9b732d6a23b7c06bfe7b850b14', 'demo:200100017:9'),
(11, '2025-05-31 13:59:00+00', '2025-05-31 14:05:00+00', 1, 10, 'false', E'\\x3ec7e533056b8776778966fd6b7c44a5', 'demo:200100017:10'),
(12, '2025-06-01 22:29:00+00', '2025-06-01 22:29:00+00', 1, 1, 'false', E'\\xbdf8b7e41ff1b20fc7a8db1b2ff09101', 'demo:200100017:11'),
(13, '2025-06-02 19:20:00+00', '2025-06-02 19:20:00+00', 1, 1, 'false', E'\\xc97d2d11b2a43bd03c76fabcb6a83718', 'demo:200100017:12'),
(14, '2025-06-04 08:08:00+00', '2025-06-04 08:08:00+00', 1, 1, 'false', E'\\x8b263a235dd8d6d1931cb4eefb00ea55', 'demo:200100017:13'),
(15, '2026-11-21 00:42:17.09+00', '2026-11-21 00:42:17.692+00', 1, 1, 'true', E'\\x085564880b1e32deef6e38013e6b1b65', 'network:SIM-53FD2F9463A55320'),
(16, '2026-11-21 00:42:19.589+00', '2026-11-21 00:42:19.589+00', 1, 3, 'true', E'\\xa70306b335444a88a480992e727ce52b', 'network:SIM-CB779D708163E425'),
(17, '2026-11-20 07:22:00+00', '2026-11-21 00:42:57.351+00', 1, 1, 'true', E'\\x8a325b1fdeb9f2b84e407e13a0819677', 'network:SIM-ACB7EDA7C20EAA7D');
INSERT INTO entry (account_id, seq, transfer_id, amount, balance_after, tenant_id) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, 335153, 335153, 1),
(1, 2, 2, -64000, 271153, 1),
(1, 3, 3, 125000, 396153, 1),
(1, 4, 4, -3513, 392640, 1),
(1, 5, 5, -4875, 387765, 1),
(1, 6, 6, -1750, 386015, 1),
(1, 7, 7, -10000, 376015, 1),
(1, 8, 8, 6000, 382015, 1),
(1, 9, 9, -7475, 374540, 1),
(1, 10, 10, -4375, 370165, 1),
(1, 11, 11, 343, 370508, 1),
(1, 12, 12, -1750, 368758, 1),
(1, 13, 13, -3900, 364858, 1),
(1, 14, 14, -3674, 361184, 1),
(1, 15, 15, -1234, 359950, 1),
(1, 16, 16, 234, 360184, 1),
(1, 17, 17, -5000, 355184, 1),
(2, 1, 1, -335153, -335153, 1),
(2, 2, 2, 64000, -271153, 1),
(2, 3, 3, -125000, -396153, 1),
(2, 4, 8, -6000, -402153, 1),
(3, 1, 4, 3513, 3513, 1),
(3, 2, 5, 4875, 8388, 1),
(3, 3, 6, 1750, 10138, 1),
(3, 4, 7, 10000, 20138, 1),
(3, 5, 9, 7475, 27613, 1),
(3, 6, 10, 4375, 31988, 1),
(3, 7, 12, 1750, 33738, 1),
(3, 8, 13, 3900, 37638, 1),
(3, 9, 14, 3674, 41312, 1),
(3, 10, 15, 1234, 42546, 1),
(3, 11, 16, -234, 42312, 1),
(3, 12, 17, 5000, 47312, 1),
(4, 1, 11, -343, -343, 1);
INSERT INTO hold (id, account_id, amount, placed_at, expires_at, tenant_id, forced, request_hash, key) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 4825, '2026-11-20 07:22:00+00', '2026-11-27 07:22:00+00', 1, 'false', E'\\x4942ddf16298b85919efe234d6f5715b', 'network:DEMO-PENDING-1'),
(2, 1, 540, '2026-11-20 20:51:00+00', '2026-11-27 20:51:00+00', 1, 'false', E'\\xa2b09301ab73d1fa6648eab3f881841e', 'network:DEMO-PENDING-2'),
(3, 1, 10000, '2026-11-20 21:05:00+00', '2026-11-23 21:05:00+00', 1, 'false', E'\\xc9f3fb949bcc0fe0a6dffb41ef04e450', 'network:DEMO-PENDING-3'),
(4, 1, 1234, '2026-11-21 00:42:17.085+00', '2026-11-28 00:42:17.085+00', 1, 'false', E'\\xa22f67a3f2067122aa256488d37e721c', 'network:FIX-BUY-1'),
(5, 1, 710, '2026-11-21 00:42:18.126+00', '2026-11-28 00:42:18.126+00', 1, 'false', E'\\x149b7d73b102c4e4b994e65ccea8c268', 'network:FIX-BUY-2');
INSERT INTO hold_event (hold_id, keep, transfer_id, at, tenant_id, kind) OVERRIDING SYSTEM VALUE VALUES
(1, 0, 17, '2026-11-21 00:42:57.351+00', 1, 'captured'),
(3, 6000, NULL, '2026-11-21 00:42:16.583+00', 1, 'reduced'),
(4, 0, 15, '2026-11-21 00:42:17.692+00', 1, 'captured'),
(5, 0, NULL, '2026-11-21 00:42:18.824+00', 1, 'voided');
INSERT INTO product (id, tenant_id, brand_id, name, product_type, scheme, is_reloadable, is_virtual, is_upgradeable, art, art_is_dark, settings) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, 'Wattle Everyday', 2, 'Visa', 'true', 'false', 'false', 'everyday', 'false', '{"bsb": "000-001", "bpay": true, "cash": true, "alerts": {"sms": true, "push": true, "email": true, "declined": true, "autoTopUp": true, "debitCard": true, "overValue": true, "statement": true, "lowBalance": true, "bankTransfer": true}, "gambling": false, "autoTopUp": true, "quasiCash": false, "isNonStock": false, "maxBalance": 500000, "spendLimit": null, "statements": true, "upgradeFee": 0, "contactless": true, "directDebit": true, "isTemporary": false, "schemeTopUp": true, "interestRate": 3.1, "interestUpTo": 1000000, "lostOrStolen": true, "paymentLimit": 100000, "voucherTopUp": true, "paymentLimits": true, "spendLimitMax": 500000, "cardNotPresent": true, "purchaseLimits": true, "replacementFee": 995, "additionalCards": true, "paymentLimitMax": 500000, "additionalCardFee": 995, "bankTransferTopUp": true, "contactlessSwitch": true, "externalTransfers": true, "internalTransfers": true, "maxBalanceUnverified": 99900, "usesDirectEntryNumbers": false, "replacementByCardholder": true, "contactlessWithoutPinMax": 10000}'),
(2, 1, 1, 'Wattle Online', 3, 'Visa', 'false', 'true', 'false', 'online', 'true', '{"bsb": "000-001", "bpay": false, "cash": false, "alerts": {"sms": true, "push": true, "email": true, "declined": true, "autoTopUp": false, "debitCard": true, "overValue": true, "statement": false, "lowBalance": true, "bankTransfer": false}, "gambling": false, "autoTopUp": false, "quasiCash": false, "isNonStock": false, "maxBalance": 500000, "spendLimit": null, "statements": false, "upgradeFee": 0, "contactless": false, "directDebit": false, "isTemporary": false, "schemeTopUp": false, "interestRate": 0, "interestUpTo": 1000000, "lostOrStolen": true, "paymentLimit": null, "voucherTopUp": false, "paymentLimits": false, "spendLimitMax": 500000, "cardNotPresent": true, "purchaseLimits": false, "replacementFee": 995, "additionalCards": false, "paymentLimitMax": null, "additionalCardFee": 995, "bankTransferTopUp": false, "contactlessSwitch": false, "externalTransfers": false, "internalTransfers": false, "maxBalanceUnverified": 99900, "usesDirectEntryNumbers": false, "replacementByCardholder": false, "contactlessWithoutPinMax": 10000}'),
(3, 1, 1, 'Wattle Travel', 3, 'Mastercard', 'true', 'false', 'false', 'travel', 'false', '{"bsb": "000-001", "bpay": true, "cash": true, "alerts": {"sms": true, "push": true, "email": true, "declined": true, "autoTopUp": true, "debitCard": true, "overValue": true, "statement": true, "lowBalance": true, "bankTransfer": true}, "gambling": false, "autoTopUp": true, "quasiCash": false, "isNonStock": false, "maxBalance": 500000, "spendLimit": null, "statements": true, "upgradeFee": 0, "contactless": true, "directDebit": false, "isTemporary": false, "schemeTopUp": true, "interestRate": 0, "interestUpTo": 1000000, "lostOrStolen": true, "paymentLimit": 100000, "voucherTopUp": true, "paymentLimits": true, "spendLimitMax": 500000, "cardNotPresent": true, "purchaseLimits": true, "replacementFee": 995, "additionalCards": false, "paymentLimitMax": 500000, "additionalCardFee": 995, "bankTransferTopUp": true, "contactlessSwitch": true, "externalTransfers": true, "internalTransfers": true, "maxBalanceUnverified": 99900, "usesDirectEntryNumbers": false, "replacementByCardholder": true, "contactlessWithoutPinMax": 10000}'),
(4, 1, 1, 'Wattle Gift', 3, 'eftpos', 'false', 'false', 'false', 'gift', 'false', '{"bsb": "000-001", "bpay": false, "cash": false, "alerts": {"sms": true, "push": true, "email": true, "declined": true, "autoTopUp": false, "debitCard": true, "overValue": true, "statement": false, "lowBalance": true, "bankTransfer": false}, "gambling": false, "autoTopUp": false, "quasiCash": false, "isNonStock": false, "maxBalance": 500000, "spendLimit": null, "statements": false, "upgradeFee": 0, "contactless": true, "directDebit": false, "isTemporary": false, "schemeTopUp": false, "interestRate": 0, "interestUpTo": 1000000, "lostOrStolen": true, "paymentLimit": null, "voucherTopUp": false, "paymentLimits": false, "spendLimitMax": 500000, "cardNotPresent": true, "purchaseLimits": false, "replacementFee": 995, "additionalCards": false, "paymentLimitMax": null, "additionalCardFee": 995, "bankTransferTopUp": false, "contactlessSwitch": true, "externalTransfers": false, "internalTransfers": false, "maxBalanceUnverified": 99900, "usesDirectEntryNumbers": false, "replacementByCardholder": false, "contactlessWithoutPinMax": 10000}'),
(5, 1, 1, 'Wattle Start', 3, 'Visa', 'false', 'false', 'true', 'start', 'false', '{"bsb": "000-001", "bpay": false, "cash": false, "alerts": {"sms": true, "push": true, "email": true, "declined": true, "autoTopUp": false, "debitCard": true, "overValue": true, "statement": false, "lowBalance": true, "bankTransfer": false}, "gambling": false, "autoTopUp": false, "quasiCash": false, "isNonStock": false, "maxBalance": 500000, "spendLimit": null, "statements": false, "upgradeFee": 0, "contactless": true, "directDebit": false, "isTemporary": false, "schemeTopUp": false, "interestRate": 0, "interestUpTo": 1000000, "lostOrStolen": true, "paymentLimit": null, "voucherTopUp": false, "paymentLimits": false, "spendLimitMax": 500000, "cardNotPresent": true, "purchaseLimits": false, "replacementFee": 995, "additionalCards": false, "paymentLimitMax": null, "additionalCardFee": 995, "bankTransferTopUp": false, "contactlessSwitch": true, "externalTransfers": false, "internalTransfers": false, "maxBalanceUnverified": 99900, "usesDirectEntryNumbers": false, "replacementByCardholder": false, "contactlessWithoutPinMax": 10000}');
INSERT INTO holder (id, tenant_id, brand_id, title, first_name, middle_name, surname, date_of_birth, email, mobile, home_phone, address, correspondence_address, maiden_name_hash, security_question, security_answer_hash, is_kyc_verified, is_kyc_restricted, tfn_cipher, tfn_key_version, tax_exemption, language, marketing_cfs, marketing_product, statement_delivery, statement_frequency) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, 'Ms', 'Amelia', '', 'Chen', '1990-02-01', 'amelia.chen@example.com', '0400000001', '', '{"State": "WA", "Suburb": "Fremantle", "PostCode": "6160", "StreetName": "Banksia Street", "UnitNumber": "", "CountryCode": "AU", "AddressLine1": "14 Banksia Street", "AddressLine2": "", "StreetNumber": "14"}', NULL, '$argon2id$v=19$m=19456,t=2,p=1$tw+PlVMNsDDSn4zgK48sSA$ufH6o1iBsGNo1N51n0H1mCc+6CHfYV2McI+s+yX5b3o', 1, '$argon2id$v=19$m=19456,t=2,p=1$T++3E8ZxqQDw68Ol/2M2xA$XzM6BPimQZ47kdUao/DrHtruXTszEslg5Y0DnkegbmA', 'true', 'false', NULL, NULL, NULL, 'enAU', 'false', 'false', 69, 0);
INSERT INTO member_account (id, tenant_id, brand_id, account_number, ledger_account_id, primary_holder_id, disable_interest, is_closed) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, 200100017, 1, 1, 'false', 'false');
INSERT INTO web_account (id, tenant_id, brand_id, holder_id, member_account_id, role, extension, username, password_hash, last_login_at, previous_login_at, created_at) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, 1, 1, 'primary', NULL, 'amelia.chen@example.com', '$argon2id$v=19$m=19456,t=2,p=1$SQ+lxK96gfihwe2I+QfztQ$pSOjil+OpC7mL/pM2N64+bdTwLM/CRghHr/s/HmMrUI', '2026-11-21 00:42:19.81+00', NULL, '2026-11-21 00:42:14.093+00');
INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 'amelia.chen@example.com', 'email', 1),
(1, 1, 200100017, 'account', 1),
(1, 1, '0400000001', 'mobile', 1);
INSERT INTO card (id, tenant_id, brand_id, product_id, member_account_id, holder_id, pan_cipher, pan_key_version, pan_hash, pan_hash_key_version, masked_number, last4, card_id, expiry, status, card_name, embossed_name, is_allocated, is_default, is_upgrade_requested, contactless_on, spend_limit, access_code_hash, activation_code_hash, activation_check, pvv, pvv_key_index, network_pin_failures, created_at) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, 1, 1, 1, E'\\x1290fb9f20508ef1d0a26a3d3063fcc1e9fb13677f4a90635c0532bedd245f36ce777331753ecf153f5d3125', 1, E'\\x6cb0b2cb4313d196f8287de43e1c249b1a4d4f1d93cf1c7a377dfc32559b68b4', 1, '9036 00•• •••• 0017', '0017', 10000000017, '2029-11', 'Active', 'Wattle Everyday', 'AMELIA CHEN', 'false', 'true', 'false', 'true', NULL, NULL, NULL, 'none', 3336, 1, 0, '2026-11-21 00:42:14.101+00');
INSERT INTO session (id, tenant_id, brand_id, scope, web_account_id, card_id, holder_id, created_at, last_active_at, ends_at, refresh_generation, refreshed_at, revoked_at, revoked_because, user_agent, subject_hash) OVERRIDING SYSTEM VALUE VALUES
('2df8b26f-0f34-4d87-9ab6-f5439f869da4', 1, 1, 'password', 1, NULL, 1, '2026-11-21 00:42:19.811+00', '2026-11-21 00:42:19.811+00', '2026-11-21 12:42:19.811+00', 1, '2026-11-21 00:42:19.811+00', NULL, NULL, 'curl/7.88.1', NULL);
INSERT INTO sign_in_guard (tenant_id, brand_id, kind, identifier_hash, failures, day_failures, day_started_at, locks, locked_until, needs_new_code) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 'account', E'\\x77daab046b13bcd44274c9eef4d57ce4e109fcf4431913ca133faddcefa3a203', 1, 1, '2026-11-21 00:42:19.883+00', 0, NULL, 'false');
INSERT INTO authorisation (id, tenant_id, public_id, reference, card_id, member_account_id, is_advice, amount, current_amount, status, answer, decline_reason, approval_code, hold_id, expires_at, merchant_name, merchant_raw, merchant_city, merchant_country, mcc, category, channel, is_estimate, receipt, at, day) OVERRIDING SYSTEM VALUE VALUES
(1, 1, '4b128c07-998e-4dc8-aef9-3a14751e681e', 'DEMO-DECLINED-1', 1, 1, 'false', 4400, 4400, 'declined', 62, 'cardOff', NULL, NULL, NULL, 'Galah Cinema', 'GALAH CINEMA', NULL, 'AU', 7832, 'entertainment', 'online', 'false', 53970110652, '2026-11-18 08:30:00+00', '2026-11-18'),
(2, 1, '9bbc6542-0a5d-48e9-a584-cf38c7bbf9d1', 'DEMO-PENDING-1', 1, 1, 'false', 4825, 5000, 'cleared', '00', NULL, '025442', 1, '2026-11-27 07:22:00+00', 'Kurrajong Grocers', 'KURRAJONG GROCERS 1182 CARLTON VICAU', NULL, 'AU', 5411, 'groceries', 'contactless', 'false', 61963070393, '2026-11-20 07:22:00+00', '2026-11-20'),
(3, 1, 'bc1eb1bc-86de-4b79-ab04-f8e61503ea5e', 'DEMO-PENDING-2', 1, 1, 'false', 540, 540, 'approved', '00', NULL, 358751, 2, '2026-11-27 20:51:00+00', 'Magpie Coffee', 'MAGPIE COFFEE 0221 FITZROY VICAU', NULL, 'AU', 5814, 'eatingOut', 'contactless', 'false', 28698740311, '2026-11-20 20:51:00+00', '2026-11-21'),
(4, 1, '67804c40-4a92-49a0-8ce0-240d981444ab', 'DEMO-PENDING-3', 1, 1, 'false', 10000, 6000, 'approved', '00', NULL, 970860, 3, '2026-11-23 21:05:00+00', 'Redback Fuel', 'REDBACK FUEL 2041 PRESTON VICAU', NULL, 'AU', 5542, 'fuel', 'chip', 'true', 73248952288, '2026-11-20 21:05:00+00', '2026-11-21'),
(5, 1, 'c9c1e77c-f41a-4b19-b06b-ebfd985f64c0', 'FIX-BUY-1', 1, 1, 'false', 1234, 1234, 'cleared', '00', NULL, 227871, 4, '2026-11-28 00:42:17.085+00', 'Corner Cafe', NULL, NULL, 'AU', 5814, 'eatingOut', 'contactless', 'false', 56594988654, '2026-11-21 00:42:17.09+00', '2026-11-21'),
(6, 1, 'eb4a0728-5b33-4246-bedb-ea2cf532ea37', 'FIX-BUY-2', 1, 1, 'false', 710, 0, 'reversed', '00', NULL, 656826, 5, '2026-11-28 00:42:18.126+00', 'Corner Cafe', NULL, NULL, 'AU', 5814, 'eatingOut', 'contactless', 'false', 31716475871, '2026-11-21 00:42:18.128+00', '2026-11-21');
INSERT INTO network_message (reference, tenant_id, kind, request_hash, response, authorisation_id, transfer_id, at) OVERRIDING SYSTEM VALUE VALUES
('DEMO-DECLINED-1', 1, 'authorisation', E'\\xe8f22616abb0b9c2e39f52a92e54a958594dc5a6d62f818ccc985113b335f36f', '{"answer": "62", "available": null, "reference": "DEMO-DECLINED-1", "approvalCode": null}', 1, NULL, '2026-11-18 08:30:00+00'),
('DEMO-PENDING-1', 1, 'authorisation', E'\\x3993d52378e149fa6f109b8f9387de0817c63c78ce1c2b86a3745da477d0f156', '{"answer": "00", "available": 356359, "reference": "DEMO-PENDING-1", "approvalCode": "025442"}', 2, NULL, '2026-11-20 07:22:00+00'),
('DEMO-PENDING-2', 1, 'authorisation', E'\\xaacd95409cc69a1a406fe667e80f25d375ee88c66a6357f115b8b4b13b35d5a3', '{"answer": "00", "available": 355819, "reference": "DEMO-PENDING-2", "approvalCode": "358751"}', 3, NULL, '2026-11-20 20:51:00+00'),
('DEMO-PENDING-3', 1, 'authorisation', E'\\xd21940441ef43e0826412b7c4ecde7a92ec3f2bb7d11698b0fbe44cf1c3d2e00', '{"answer": "00", "available": 345819, "reference": "DEMO-PENDING-3", "approvalCode": "970860"}', 4, NULL, '2026-11-20 21:05:00+00'),
('FIX-BUY-1', 1, 'authorisation', E'\\x35d4dbaddd351919fa782c59a5fb1dcf6368855aec8a16df3ae6044075a197e7', '{"answer": "00", "available": 348585, "reference": "FIX-BUY-1", "approvalCode": "227871"}', 5, NULL, '2026-11-21 00:42:17.093+00'),
('FIX-BUY-2', 1, 'authorisation', E'\\x83820472af95758ffdf90aab3b7056d2cb78e995e94f6fa30f67604579a228ab', '{"answer": "00", "available": 347875, "reference": "FIX-BUY-2", "approvalCode": "656826"}', 6, NULL, '2026-11-21 00:42:18.135+00'),
('SIM-45334037F11E1B25', 1, 'reversal', E'\\x2befe552614f652a4f82441fdebbd7b199aa43723957d51324b752a17efa9b0f', '{"answer": "00", "available": 349819, "reference": "SIM-45334037F11E1B25", "approvalCode": "970860"}', 4, NULL, '2026-11-21 00:42:16.606+00'),
('SIM-53FD2F9463A55320', 1, 'clearing', E'\\xdcff2a029017e8fa90ac47347b6584b95716555dde46655468794b893070c472', '{"answer": "00", "available": 348585, "reference": "SIM-53FD2F9463A55320", "approvalCode": "227871"}', 5, 15, '2026-11-21 00:42:17.704+00'),
('SIM-ACB7EDA7C20EAA7D', 1, 'clearing', E'\\x3720a0edd55cbaa6bac8f73973e6f47ccf76753c8faa8cc62b80810e070aa314', '{"answer": "00", "available": 348644, "reference": "SIM-ACB7EDA7C20EAA7D", "approvalCode": "025442"}', 2, 17, '2026-11-21 00:42:57.354+00'),
('SIM-CB0DDDC018D205CB', 1, 'reversal', E'\\xeef33e33254a29186f883bbb641d7697b278a60162198588eb6e34c760a7a14f', '{"answer": "00", "available": 348585, "reference": "SIM-CB0DDDC018D205CB", "approvalCode": "656826"}', 6, NULL, '2026-11-21 00:42:18.84+00'),
('SIM-CB779D708163E425', 1, 'refund', E'\\xac112112d3bad7ee7e5a730f2b526f315ca404a04159108a4821701fe0a78e15', '{"answer": "00", "available": 348819, "reference": "SIM-CB779D708163E425", "approvalCode": "971910"}', NULL, 16, '2026-11-21 00:42:19.593+00');
INSERT INTO transaction_detail (ledger_account_id, seq, transfer_id, card_id, public_id, tenant_id, kind, category, description, raw_description, mcc, channel, country, card_last4, reference) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, NULL, '2e74055a-58eb-4c94-a38b-ca6939675996', 1, 'opening', 'other', 'Opening deposit', NULL, NULL, NULL, NULL, NULL, 82111601421),
(1, 2, 2, NULL, '6ac22512-67a5-45bd-8e7f-82a5338e3193', 1, 'transferOut', 'other', 'Rent', NULL, NULL, NULL, NULL, NULL, 89037458421),
(1, 3, 3, NULL, '24a6a55c-ade9-44ab-9100-89a470f7fc52', 1, 'pay', 'other', 'Southerly Design', NULL, NULL, NULL, NULL, NULL, 83925690712),
(1, 4, 4, 1, 'f1bfc8e8-dc51-460e-a345-0556991ce09d', 1, 'purchase', 'eatingOut', 'Tin Roof Noodles', 'TIN ROOF NOODLES 0417 SURRY HILLS NSWAU', 5812, 'contactless', 'AU', '0017', 33552233227),
(1, 5, 5, 1, '67443421-c858-48ec-b3dd-9073d6900697', 1, 'purchase', 'groceries', 'Kurrajong Grocers', 'KURRAJONG GROCERS 1182 CARLTON VICAU', 5411, 'contactless', 'AU', '0017', 90628425316),
(1, 6, 6, 1, 'fb4d636c-2415-48f1-a8dd-66c7aff36115', 1, 'purchase', 'transport', 'Metro Transit', 'METRO TRANSIT', 4111, 'contactless', 'AU', '0017', 29132220200),
(1, 7, 7, 1, '1f356f59-d860-4d39-941c-4c3023c1ab63', 1, 'cash', 'cash', 'Harbour Mutual ATM Fitzroy', 'HARBOUR MUTUAL ATM FITZROY VICAU', 6011, 'atm', 'AU', '0017', 20844938980),
(1, 8, 8, NULL, '5288dc41-bfd0-435f-8ed5-631b8b973395', 1, 'transferIn', 'other', 'Mia Chen', NULL, NULL, NULL, NULL, NULL, 60747372707),
(1, 9, 9, 1, '3fa82fca-7744-49f6-a490-a60ceab78117', 1, 'purchase', 'groceries', 'Kurrajong Grocers', 'KURRAJONG GROCERS 1182 CARLTON VICAU', 5411, 'contactless', 'AU', '0017', 26938328791),
(1, 10, 10, 1, '918850c9-6352-40f3-95db-fb0f7e66037e', 1, 'purchase', 'eatingOut', 'Tin Roof Noodles', 'TIN ROOF NOODLES 0417 SURRY HILLS NSWAU', 5812, 'contactless', 'AU', '0017', 20915587395),
(1, 11, 11, NULL, '24582610-f2fe-4834-a046-078c0338fe11', 1, 'interest', 'other', 'Savings interest', NULL, NULL, NULL, NULL, NULL, 99937471196),
(1, 12, 12, 1, '9a9404e1-3df7-43d0-8db8-02ee8a7f214f', 1, 'purchase', 'transport', 'Metro Transit', 'METRO TRANSIT', 4111, 'contactless', 'AU', '0017', 40196361298),
(1, 13, 13, 1, 'f1a3621e-110e-46e5-82a5-e37af30d1b0d', 1, 'purchase', 'bills', 'Bowerbird Mobile', 'BOWERBIRD MOBILE', 4814, 'online', 'AU', '0017', 72855729114),
(1, 14, 14, 1, 'a81aa5ef-82c1-425e-9548-6634af9f0d8e', 1, 'purchase', 'groceries', 'Kurrajong Grocers', 'KURRAJONG GROCERS 1182 CARLTON VICAU', 5411, 'contactless', 'AU', '0017', 13427816243),
(1, 15, 15, 1, 'c9c1e77c-f41a-4b19-b06b-ebfd985f64c0', 1, 'purchase', 'eatingOut', 'Corner Cafe', NULL, 5814, 'contactless', 'AU', '0017', 56594988654),
(1, 16, 16, 1, '17269402-40f6-4436-bbfe-d31823c8463a', 1, 'refund', 'eatingOut', 'Corner Cafe', NULL, 5814, 'contactless', 'AU', '0017', 41809735316),
(1, 17, 17, 1, '9bbc6542-0a5d-48e9-a584-cf38c7bbf9d1', 1, 'purchase', 'eatingOut', 'Corner Cafe', NULL, 5814, 'contactless', 'AU', '0017', 61963070393);
INSERT INTO spending_day (member_account_id, day, tenant_id, category, cents) OVERRIDING SYSTEM VALUE VALUES
(1, '2025-05-23', 1, 'eatingOut', 3513),
(1, '2025-05-24', 1, 'groceries', 4875),
(1, '2025-05-26', 1, 'cash', 10000),
(1, '2025-05-26', 1, 'transport', 1750),
(1, '2025-05-31', 1, 'eatingOut', 4375),
(1, '2025-05-31', 1, 'groceries', 7475),
(1, '2025-06-02', 1, 'transport', 1750),
(1, '2025-06-03', 1, 'bills', 3900),
(1, '2025-06-04', 1, 'groceries', 3674),
(1, '2026-11-20', 1, 'eatingOut', 5000),
(1, '2026-11-21', 1, 'eatingOut', 1234);
INSERT INTO audit_log (id, tenant_id, at, actor, action, object, outcome, request_id, details) OVERRIDING SYSTEM VALUE VALUES
(1, 1, '2026-11-21 00:42:19.814+00', 'web:1', 'session.opened', 'session:2df8b26f-0f34-4d87-9ab6-f5439f869da4', 'ok', '214059db-ece5-4d73-b522-0c3ed0fd6c7f', '{"brand": "wattle", "scope": "password"}'),
(2, 1, '2026-11-21 00:42:19.924+00', 'visitor', 'sign_in.refused', 'web:1', 'login_failed', '49b6c4cb-0fa8-4627-8b6c-858e8233e91e', '{"kind": "account", "brand": "wattle"}');
INSERT INTO audit_seal (tenant_id, seq, audit_id, previous, hash) OVERRIDING SYSTEM VALUE VALUES
(1, 1, 1, E'\\x0000000000000000000000000000000000000000000000000000000000000000', E'\\xdf9a88526e007f946e2bbda7b62b4784a6777cbc4786191095fae05e747901ff'),
(1, 2, 2, E'\\xdf9a88526e007f946e2bbda7b62b4784a6777cbc4786191095fae05e747901ff', E'\\x975889a799c3b949630d5612987051b596a14e99649c61b491f909c573112b7c');
SELECT setval('audit_log_id_seq', 2);
SELECT setval('ledger_account_id_seq', 4);
SELECT setval('transfer_id_seq', 17);
SELECT setval('hold_id_seq', 5);
SELECT setval('holder_id_seq', 1);
SELECT setval('member_account_id_seq', 1);
SELECT setval('web_account_id_seq', 1);
SELECT setval('card_id_seq', 1);
SELECT setval('authorisation_id_seq', 6);
