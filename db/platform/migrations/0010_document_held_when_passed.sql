DROP INDEX `verification_document`;--> statement-breakpoint
CREATE INDEX `verification_by_document` ON `verification` (`number_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_document` ON `verification` (`number_hash`) WHERE state = 'passed';