CREATE TABLE `sweep_run` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`failed` integer NOT NULL
);
