CREATE TABLE `chat_line` (
	`no` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
	`author` text NOT NULL,
	`name` text NOT NULL,
	`client_id` text NOT NULL,
	`text` text NOT NULL,
	`removes` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_line_by_client` ON `chat_line` (`user_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `chat_line_by_writer` ON `chat_line` (`user_id`,`at`);
