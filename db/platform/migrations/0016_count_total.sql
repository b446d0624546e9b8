CREATE TABLE `count_total` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`sums` text NOT NULL,
	`heard` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `account_count` ADD `heard` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `account_count_unsound` ON `account_count` (`user_id`) WHERE is_sound = 0;--> statement-breakpoint
-- Counts are the report's own copies: those that were made in another form are forgotten, and the sweep makes them again.
DELETE FROM `account_count`;--> statement-breakpoint
INSERT INTO `count_total` (`id`, `revision`, `sums`, `heard`) VALUES (1, 0, '[]', '[]');
