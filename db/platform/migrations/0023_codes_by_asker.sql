CREATE TABLE `__new_verification_code` (
	`target` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text,
	`asker` text NOT NULL,
	`tries_left` integer NOT NULL,
	`own_tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`target`, `purpose`, `asker`)
);
--> statement-breakpoint
INSERT INTO `__new_verification_code`("target", "purpose", "code_hash", "asker", "tries_left", "own_tries_left", "expires_at") SELECT "target", "purpose", "code_hash", '', "tries_left", 5, "expires_at" FROM `verification_code`;--> statement-breakpoint
DROP TABLE `verification_code`;--> statement-breakpoint
ALTER TABLE `__new_verification_code` RENAME TO `verification_code`;--> statement-breakpoint
CREATE INDEX `verification_code_by_expiry` ON `verification_code` (`expires_at`);