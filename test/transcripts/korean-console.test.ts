import { testTalks } from "./playing.ts";

testTalks("ko", "console");
