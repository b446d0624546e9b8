CREATE TABLE `message_failure` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`way` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "message_failure_way" CHECK("message_failure"."way" in ('mail', 'sms', 'push'))
);
--> statement-breakpoint
CREATE INDEX `message_failure_by_time` ON `message_failure` (`at`);