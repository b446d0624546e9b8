CREATE TABLE `kept_part` (
	`id` integer PRIMARY KEY NOT NULL,
	`lines` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `stream` ADD `life` integer DEFAULT 0 NOT NULL;