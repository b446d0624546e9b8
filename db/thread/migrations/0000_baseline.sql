CREATE TABLE `read_mark` (
	`side` text PRIMARY KEY NOT NULL,
	`up_to` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `thread_line` (
	`no` integer PRIMARY KEY NOT NULL,
	`side` text NOT NULL,
	`kind` text NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`picture` text NOT NULL,
	`voice` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `thread_line_by_client` ON `thread_line` (`side`,`client_id`);--> statement-breakpoint
CREATE INDEX `thread_line_by_time` ON `thread_line` (`at`);
