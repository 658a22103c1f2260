// Names that fill the demo's topics: people and films are invented, clubs, cities and states are real.
export {
  ACTORS,
  ALBUMS,
  DEMOCRATS,
  DRIVERS,
  FILMS,
  MAYORS,
  OFFICERS,
  QUARTERBACKS,
  REPUBLICANS,
  SCORERS,
  SINGERS,
  TENNIS_PLAYERS,
} from "./people.ts";
export { CITIES, EUROVISION, LEADERS, STATES, WORLD_CUP } from "./places.ts";
export {
  BUNDESLIGA,
  CHAMPIONS_LEAGUE,
  COLLEGES,
  LA_LIGA,
  MLB,
  NBA,
  NFL,
  NHL,
  PREMIER_LEAGUE,
  SERIE_A,
} from "./teams.ts";
