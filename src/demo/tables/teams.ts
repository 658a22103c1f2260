/** Real clubs in a made-up order of strength, "Full name|Place". */
const list = (text: string): string[] => text.split(",").map((name) => name.trim());

export const NBA =
  list(`Oklahoma City Thunder|Oklahoma City, Denver Nuggets|Denver, Houston Rockets|Houston, New York Knicks|New York,
  Cleveland Cavaliers|Cleveland, San Antonio Spurs|San Antonio, Detroit Pistons|Detroit, Orlando Magic|Orlando,
  Minnesota Timberwolves|Minnesota, Boston Celtics|Boston, Atlanta Hawks|Atlanta, Golden State Warriors|Golden State,
  Los Angeles Lakers|Los Angeles L, Philadelphia 76ers|Philadelphia, Toronto Raptors|Toronto, Miami Heat|Miami,
  Milwaukee Bucks|Milwaukee, Dallas Mavericks|Dallas, Los Angeles Clippers|Los Angeles C, Indiana Pacers|Indiana,
  Phoenix Suns|Phoenix, Memphis Grizzlies|Memphis, Chicago Bulls|Chicago, Portland Trail Blazers|Portland,
  Charlotte Hornets|Charlotte, New Orleans Pelicans|New Orleans, Sacramento Kings|Sacramento, Utah Jazz|Utah,
  Brooklyn Nets|Brooklyn, Washington Wizards|Washington`);

export const NFL =
  list(`Philadelphia Eagles|Philadelphia, Buffalo Bills|Buffalo, Los Angeles Rams|Los Angeles R, Seattle Seahawks|Seattle,
  Kansas City Chiefs|Kansas City, Detroit Lions|Detroit, Baltimore Ravens|Baltimore, Green Bay Packers|Green Bay,
  Denver Broncos|Denver, New England Patriots|New England, San Francisco 49ers|San Francisco, Houston Texans|Houston,
  Los Angeles Chargers|Los Angeles C, Jacksonville Jaguars|Jacksonville, Chicago Bears|Chicago, Cincinnati Bengals|Cincinnati,
  Dallas Cowboys|Dallas, Pittsburgh Steelers|Pittsburgh, Tampa Bay Buccaneers|Tampa Bay, Indianapolis Colts|Indianapolis,
  Washington Commanders|Washington, Minnesota Vikings|Minnesota, Atlanta Falcons|Atlanta, Carolina Panthers|Carolina,
  Miami Dolphins|Miami, Arizona Cardinals|Arizona, New York Giants|New York G, Las Vegas Raiders|Las Vegas,
  New Orleans Saints|New Orleans, Cleveland Browns|Cleveland, Tennessee Titans|Tennessee, New York Jets|New York J`);

export const NHL =
  list(`Colorado Avalanche|Colorado, Carolina Hurricanes|Carolina, Florida Panthers|Florida, Vegas Golden Knights|Vegas,
  Edmonton Oilers|Edmonton, Dallas Stars|Dallas, Tampa Bay Lightning|Tampa Bay, Winnipeg Jets|Winnipeg, Toronto Maple Leafs|Toronto,
  New Jersey Devils|New Jersey, Los Angeles Kings|Los Angeles, Washington Capitals|Washington, Minnesota Wild|Minnesota,
  Ottawa Senators|Ottawa, Montreal Canadiens|Montreal, New York Rangers|New York R, St. Louis Blues|St. Louis, Utah Mammoth|Utah,
  Anaheim Ducks|Anaheim, Detroit Red Wings|Detroit, Boston Bruins|Boston, Vancouver Canucks|Vancouver,
  New York Islanders|New York I, Buffalo Sabres|Buffalo`);

export const MLB =
  list(`Los Angeles Dodgers|Los Angeles D, New York Yankees|New York Y, Philadelphia Phillies|Philadelphia, Seattle Mariners|Seattle,
  Toronto Blue Jays|Toronto, New York Mets|New York M, Chicago Cubs|Chicago C, Milwaukee Brewers|Milwaukee, Detroit Tigers|Detroit,
  Boston Red Sox|Boston, Houston Astros|Houston, San Diego Padres|San Diego, Atlanta Braves|Atlanta, Texas Rangers|Texas,
  Baltimore Orioles|Baltimore, Cincinnati Reds|Cincinnati, Cleveland Guardians|Cleveland, Kansas City Royals|Kansas City,
  San Francisco Giants|San Francisco, Arizona Diamondbacks|Arizona, Tampa Bay Rays|Tampa Bay, Minnesota Twins|Minnesota,
  Pittsburgh Pirates|Pittsburgh, St. Louis Cardinals|St. Louis`);

export const PREMIER_LEAGUE =
  list(`Arsenal, Manchester City, Liverpool, Chelsea, Manchester United, Newcastle United|Newcastle, Tottenham Hotspur|Tottenham,
  Aston Villa, Brighton & Hove Albion|Brighton, Crystal Palace, Nottingham Forest, Everton, Bournemouth, Fulham, Brentford,
  West Ham United|West Ham, Leeds United|Leeds, Sunderland, Ipswich Town|Ipswich, Coventry City|Coventry`);

export const CHAMPIONS_LEAGUE =
  list(`Arsenal, Bayern Munich, Barcelona, Paris Saint-Germain|PSG, Real Madrid, Manchester City, Liverpool, Inter Milan|Inter,
  Chelsea, Atletico Madrid, Napoli, Borussia Dortmund|Dortmund, Juventus, Benfica, Bayer Leverkusen|Leverkusen, Galatasaray`);

export const LA_LIGA =
  list(`Barcelona, Real Madrid, Atletico Madrid, Villarreal, Athletic Bilbao|Athletic, Real Betis|Betis,
  Real Sociedad|Sociedad, Valencia`);

export const BUNDESLIGA =
  list(`Bayern Munich, Borussia Dortmund|Dortmund, Bayer Leverkusen|Leverkusen, RB Leipzig|Leipzig,
  Eintracht Frankfurt|Frankfurt, VfB Stuttgart|Stuttgart, Werder Bremen|Bremen, Freiburg`);

export const SERIE_A = list(
  `Inter Milan|Inter, Napoli, Juventus, AC Milan|Milan, Roma, Atalanta, Lazio, Como, Bologna, Fiorentina`,
);

export const COLLEGES =
  list(`Ohio State, Georgia, Oregon, Texas, Alabama, Notre Dame, Michigan, Texas A&M, LSU, Penn State, Miami (FL), Indiana,
  Texas Tech, Ole Miss, Tennessee, Clemson`);
